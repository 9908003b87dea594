// The house is not reachable: ask again by itself, and go on where one wanted to be as soon as it answers.

const EVERY = 3000;

async function again() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch { /* not yet */ }
}

document.getElementById("offline-again")?.addEventListener("click", again);
addEventListener("online", again);
setInterval(again, EVERY);
