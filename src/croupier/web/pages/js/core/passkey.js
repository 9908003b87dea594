// Passkeys: what the house asks goes to the browser as bytes, and its answer back as text.

import { post } from "./api.js";
import { t } from "./language.js";

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const known = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

export const able = () => Boolean(globalThis.PublicKeyCredential);

function answer(made, response) {
  return { id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {}, response };
}

// Refused by the browser, or left: nothing was sent.
export class Left extends Error {}

async function asked(work) {
  try {
    return await work();
  } catch (error) {
    throw new Left(
      error.name === "InvalidStateError"
        ? t("This device holds a passkey for you already.")
        : t("No passkey was used."),
    );
  }
}

export async function make({ token, options }) {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: known(options.excludeCredentials),
      },
    })
  );
  return {
    challenge: token,
    passkey: answer(made, {
      clientDataJSON: text(made.response.clientDataJSON),
      attestationObject: text(made.response.attestationObject),
    }),
  };
}

export async function show(address) {
  const { token, options } = await post(address);
  const made = await asked(() =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: known(options.allowCredentials) },
    })
  );
  return {
    challenge: token,
    passkey: answer(made, {
      clientDataJSON: text(made.response.clientDataJSON),
      authenticatorData: text(made.response.authenticatorData),
      signature: text(made.response.signature),
      userHandle: made.response.userHandle ? text(made.response.userHandle) : null,
    }),
  };
}
