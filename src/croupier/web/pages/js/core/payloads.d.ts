// What the house answers, by method and path, and sends over its sockets. Made from the Structs that travel
// (`python -m tests.web.test_script_types`) and not edited; a test fails when it is not in step with them.

// What an action is worth; a setting is named by its low hand.
export interface ActionRow {
  id: string;
  words: string;
  low: string[];
  places: number[];
  "low-words": string;
  best: boolean;
  equal: boolean;
  "house-way": boolean;
  dollars: string;
  antes: string;
  exactly: ExactNumber;
}

// The exact value of every action open with these cards.
export interface Advice {
  cards: { [name: string]: string[] };
  best: string;
  reason: string;
  actions: AdvisedAction[];
}

// What an action is worth with these cards.
export interface AdvisedAction {
  words: string;
  value: string;
  exactly: string;
  best: boolean;
  costs: string;
}

// Something that is or will soon be due.
export interface AlarmLine {
  id: string;
  words: string;
  cite: string;
  over: boolean;
}

// An amount in cents, and as it is printed.
export interface Amount {
  cents: number;
  text: string;
}

// What became of a command: the record up to which it reached, or why it was refused.
export interface Answer {
  key: string;
  n?: number;
  refused?: string;
  field?: string;
  cite?: string;
  code?: string;
}

// What another answer would do.
export interface AnswerWorth {
  choice: string;
  words: string;
}

// What became of your command: done and stored up to record `n`, or refused by the table.
export interface Answered {
  answer: Answer;
}

// A place for cards on the cloth.
export interface Area {
  id: string;
  words: string;
  cite: string;
  count: number;
  slots: string[];
}

// Somebody at work, and the table's name.
export interface AtWorkHere {
  name: string;
  post: string;
  page: string;
  table: string;
  here: string;
}

// A key for a new authenticator, as text and as a QR code.
export interface Authenticator {
  key: string;
  qr: string;
  sealed: string;
}

// A round number of an axis.
export interface AxisTick {
  at: number;
  words: string;
}

// Everything about one wager but its readings; `outcomes` for the main game as a whole, `pays` for a wager, `results` and `decisions` where the main game is played.
export interface Bench {
  title: string;
  paytable: string;
  figures: Figure[];
  said: string;
  edge: string;
  "what-if": Said | null;
  published: PublishedFigure[];
  meter: Fact[];
  plays: Fact[];
  envy: EnvyAdds;
  outcomes?: MainOutcome[];
  pays?: OutcomeTable;
  results?: WordsChance[];
  decisions?: WordsChance[];
}

// Money that was moved at the cage, or waits for a second person.
export interface CageMove {
  kind: string;
  name: string;
  amount: number;
  by: string;
  at: number;
  request: number;
  state: string;
  words: string;
}

// Where cards lie that a hand needs.
export interface CardPlace {
  id: string;
  count: number;
  words: string;
}

// Whether the records chain to a head that was signed after the round, and from which record on that was read.
export interface ChainProof {
  intact: boolean;
  from: number;
  record?: number | null;
  fault?: string;
  message?: string;
  to?: number;
  whole?: boolean;
  key?: string;
  head?: SignedHead | null;
}

// A wager of the chart.
export interface ChartColumn {
  wager: string;
  label: string;
  half: string;
  main: boolean;
  table: string;
  note: string;
  cite: string;
}

// A hand of the chart, and what each wager pays for it.
export interface ChartRow {
  hand: string;
  example: LessonCard[];
  pays: string[];
}

// The file that a submission makes, and everything that is refused in it.
export interface CheckedSubmission {
  accepted: boolean;
  refusals: FieldRefusal[];
  toml: string;
  file: string;
  offered?: OfferedPaytable[];
}

// A choice with its price and consequence, or the reason why it is closed.
export interface Choice {
  id: string;
  words: string;
  detail: string;
  cite: string;
  command: OptionCommand;
  key: string;
  main: boolean;
  refused: string;
  wager: string;
}

// One table in full.
export interface ChosenTable {
  id: string;
  name: string;
  game: string;
  edition: string;
  title: string;
  chapter: string;
  status: string;
  "status-words": string;
  "real-cards": string;
  state: string;
  phase: string;
  round: number;
  seats: number;
  taken: number;
  limits: string;
  due: DueWords;
  waits: boolean;
  dealer: string;
  alarms: AlarmLine[];
  inventory: string;
  drop: string;
  meters: LabelText[];
  claims: ClaimLine[];
  wagers: OfferedLimit[];
  people: SeatedPerson[];
  way: string;
  floor: string;
  why: string;
  orders: OrderChoice[];
  irregularities: OrderChoice[];
}

// An open claim against a player.
export interface ClaimLine {
  name: string;
  player: string;
  round: number;
  amount: string;
  cite: string;
}

// The time that runs, and what happens when it is over.
export interface Clock {
  left: number;
  of: number;
  words: string;
  late: string;
  mine: boolean;
}

// A closed round, rebuilt, as far as it was this person's to see.
export interface ClosedRound {
  told: { [name: string]: any } | null;
  settlement: { [name: string]: any };
}

// What every action is worth to a person now, and why those that are closed are.
export interface CoachAdvice {
  ready: boolean;
  game: string;
  edition: string;
  round: number;
  seat: number;
  unit: string;
  note: string;
  actions: { [name: string]: ExactNumber };
  best: string;
  reason?: string;
  rows: ActionRow[];
  recommended: string;
  closed: { [name: string]: string };
}

// Decisions of a person at a table, and what the mistakes among them cost.
export interface CoachTally {
  hands: number;
  decisions: number;
  mistakes: number;
  cost: string;
  "per-hand": string;
  exactly: string;
  last: Verdict | null;
}

// A request whose link was collected.
export interface CollectedRequest {
  id: number;
  table: string;
  name: string;
  game: string;
  edition: string;
  kind: string;
  about: string;
  amount: number;
  title: string;
  words: string;
  by: string;
  at: number;
  state: string;
  "answered-by": string;
  "answered-at": number;
  note: string;
  mine: boolean;
  may: boolean;
  why: string;
  collect: boolean;
  link: string;
}

// Automatic players for the free seats, or none any more.
export interface Company {
  bots: number;
}

// What differs besides the pays.
export interface ComparedOther {
  what: string;
  values: string[];
}

// A wager of two submissions.
export interface ComparedWager {
  wager: string;
  tables: string[];
  edges: string[];
  moved: string;
  pays: SignRow[];
}

// Two submissions side by side.
export interface Comparison {
  game: string;
  names: string[];
  wagers: ComparedWager[];
  others: ComparedOther[];
}

// All that a dealer's page shows of a table.
export interface ConsoleView {
  table: string;
  name: string;
  game: string;
  edition: string;
  title: string;
  chapter: string;
  status: string;
  "status-words": string;
  phase: string;
  round: number;
  cards: string;
  "real-cards": string;
  way: string;
  open: boolean;
  dealt: DealtBy;
  order: OrderedStep[];
  next: NextStep | null;
  deck: DeckState;
  layout: LayoutTable;
  places: PlaceCards[];
  due: DueLine[];
  wrongs: IrregularityChoice[];
  school: SchoolView | null;
}

// The table as its dealer's page shows it, the whole.
export interface ConsoleViewed {
  view: ConsoleView;
}

// A place whose cards are counted.
export interface CountNeed {
  place: string;
  words: string;
  expect: number;
}

// The dealer's hand, or hands, once every card lies face up.
export interface DealerHand {
  text: string;
  high?: string[];
  low?: string[];
  "high-text"?: string;
  "low-text"?: string;
  wild?: { [name: string]: string };
}

// A table that one may deal.
export interface DealerTable {
  id: string;
  name: string;
  title: string;
  game: string;
  edition: string;
  chapter: string;
  status: string;
  "status-words": string;
  seats: string;
  phase: string;
  round: number;
  cards: string;
  "real-cards": string;
  dealt: string;
}

// The tables that a person may deal, and the games of the school.
export interface DealerTables {
  tables: DealerTable[];
  school: SchoolGame[];
}

// Who deals here, and who is next.
export interface DealtBy {
  automatic: boolean;
  by: string;
  you: boolean;
  next: string | null;
  "hand-back": boolean;
}

// Cards by chance, as a player would see them when this decision is due.
export interface DealtCards {
  cards: string;
  community: string;
  dealer: string;
  decisions: string;
}

// The cards that there are, and those that somebody has seen: none can come again.
export interface DeckState {
  joker: boolean;
  copies: number;
  gone: string[];
  left: number;
  size: number;
}

// What three dice showed, and the position that it counts from.
export interface Dice {
  dice: number[];
  total: number | null;
  position: string;
  cite?: string;
}

// A closed round as an exhibit: the explanation, every record, and whether the chain holds.
export interface Dispute {
  round: number;
  title: string;
  chapter: string;
  status: string;
  void: boolean;
  records: RecordText[];
  seats: { [name: string]: WhySeat };
  places: { [name: string]: string };
  hands: { [name: string]: DisputedHand };
  wild: { [name: string]: { [name: string]: string } };
  players: { [name: string]: string };
  steps: DisputeStep[];
  table: string;
  began: number;
  "closed-at": number;
  rack: RackedCards[];
  differences: string[];
  agrees: boolean;
  "older-steps": string[];
  unsettled: string;
  proof: ChainProof;
  submission: DisputedRules;
}

// An act of a round: the record, who, in which role, and in words.
export interface DisputeStep {
  n: number;
  at: number;
  time: string;
  by: string;
  name: string;
  who: string;
  words: string;
  cite: string;
}

// Cards of a seat: how many were shown, and how many came from a sealed order.
export interface DisputedHand {
  cards: string;
  shown: number;
  sealed: number;
}

// By which rules a round was played.
export interface DisputedRules {
  game: string;
  edition: string;
  chapter: string;
  status: string;
  submission: { [name: string]: any };
  readings: { [name: string]: string };
  version: string;
  cards: string;
  "real-cards": string;
}

// Nothing more than that it was done.
export interface Done {
}

// A pile of a draft, and what refuses it.
export interface DraftSpot {
  cents: number;
  text: string;
  brief: string;
  chips: number[];
  refused: string;
  cite: string;
}

// The draft for a page: every pile with what refuses it, the sum, and whether it can be placed.
export interface DraftView {
  spots: { [name: string]: DraftSpot };
  total: string;
  count: number;
  ready: boolean;
  reason: string;
  undo: string;
  double: string;
  most: { [name: string]: MostWager };
  later: string;
  "too-little": boolean;
  rebet: Rebet | null;
}

// The step that is due, by whom, and the seats that are `waiting` to decide.
export interface Due {
  step: string;
  words: string;
  cite: string;
  by: string[];
  seat: number | null;
  waiting: number[];
  options: Option[];
}

// A step that is due or comes later.
export interface DueLine {
  words: string;
  detail: string;
  cite: string;
  now: boolean;
}

// What a table waits for.
export interface DueWords {
  words: string;
  cite: string;
  by: string;
}

// What events of a remedy moved, in words.
export interface Effects {
  returned: SeatAmount[];
  total: string;
  taken: SeatAmount[];
  owed: PlayerAmount[];
  lost: SeatAmount[];
  settled: SettledMany;
  then: Said | null;
}

// A word to the table.
export interface Emote {
  id: string;
  words: string;
}

// After a step of signing in: whose session it is, the `second` factors that complete it, and whether one must be enrolled first.
export interface Entered {
  name: string;
  second: string[];
  enrol: boolean;
}

// What other players' hands add, and to which stake.
export interface EnvyAdds {
  rows: Fact[];
  note: string;
}

// A kind of equipment that a game asks for: by which provision, and what a piece must bear.
export interface EquipmentKind {
  kind: string;
  called: string;
  cite: string;
  "two-people": boolean;
  approved: boolean;
  placed: boolean;
  marks: EquipmentMark[];
}

// What a piece must bear.
export interface EquipmentMark {
  mark: string;
  words: string;
  cite: string;
}

// A piece of the equipment register: what it is, where it is kept, when it was inspected or removed, by whom.
export interface EquipmentPiece {
  id: string;
  kind: string;
  serial: string;
  approval: string;
  place: string;
  design: string;
  colour: string;
  cards: number;
  positions: number;
  marks: string[];
  content: string;
  called: string;
  kept: string;
  table: string;
  state: string;
  added: number;
  "added-by": string;
  second: string;
  inspected: number;
  "inspected-by": string;
  finding: string;
  removed: number;
  "removed-by": string;
  "two-people": boolean;
  brings: boolean;
}

// Every piece, and what each game asks for.
export interface EquipmentRegister {
  equipment: EquipmentPiece[];
  games: WantedEquipment[];
  real: boolean;
}

// The request for a second person that a change of the equipment waits for.
export interface EquipmentRequest {
  request: number;
  state: string;
  title: string;
}

// Why it did not reach the table; without a `key` it is about the socket itself.
export interface Error {
  code: string;
  message: string;
  field?: string;
  key?: string;
  retry?: number;
}

// A number as a fraction, and as a decimal of fifteen significant digits.
export interface ExactNumber {
  fraction: string;
  decimal: string;
}

// The expectation of one wager.
export interface ExpectedPart {
  count: number;
  staked: number;
  expected: string;
  cents: number;
}

// The win of what was priced, beside what it should be near.
export interface ExpectedWin {
  mean: string;
  cents: number;
  deviation: number;
  low: number;
  high: number;
  widest: number[];
  confidence: number;
  win: number;
  z: string | null;
  verdict: string;
  parts: { [name: string]: ExpectedPart };
  apart: { [name: string]: number };
  assumed: string[];
}

// A step of a round in words.
export interface ExplainedStep {
  n: number;
  who: string;
  words: string;
  cite: string;
}

// A closed round as somebody may see it; `seats` are those whose lines are explained.
export interface Explanation {
  round: number;
  title: string;
  chapter: string;
  status: string;
  void: boolean;
  records: number[];
  seats: { [name: string]: WhySeat };
  places: { [name: string]: string };
  hands: { [name: string]: string };
  wild: { [name: string]: { [name: string]: string } };
  players: { [name: string]: string };
  steps: ExplainedStep[];
}

// A round that won or lost the most.
export interface ExtremeRound {
  table: string;
  round: number;
  seat: number;
  net: string;
  sign: number;
  hand: string;
  cards: string[];
  name: string;
  title: string;
  game: string;
  edition: string;
}

// Something in words, and its value.
export interface Fact {
  words: string;
  value: string;
}

// Your command did not reach the table.
export interface Failed {
  error: Error;
}

// What is refused in a form.
export interface FieldRefusal {
  field: string;
  message: string;
  cite: string | null;
}

// A figure of the lab, and exactly.
export interface Figure {
  words: string;
  value: string;
  note: string;
  exactly: string;
}

// What was dropped and won at a table since midnight, Coordinated Universal Time.
export interface FloorDay {
  drop: string;
  win: string;
  rounds: number;
}

// A figure at the head of a page.
export interface FloorFigure {
  words: string;
  value: string;
  note: string;
}

// What a page of the floor is sent.
export interface FloorNews {
  floor: FloorView;
}

// A step that waits for the floor.
export interface FloorStep {
  table: string;
  name: string;
  game: string;
  edition: string;
  step: string;
  seat: number;
  title: string;
  words: string;
  cite: string;
  amount: string;
  cards: string[];
  order: string;
  since: number;
  round: number;
  may: boolean;
  why: string;
  options: StepOption[];
  counts: CountNeed[];
}

// A table of the floor in a row.
export interface FloorTable {
  id: string;
  name: string;
  game: string;
  edition: string;
  title: string;
  chapter: string;
  status: string;
  "status-words": string;
  "real-cards": string;
  state: string;
  phase: string;
  round: number;
  seats: number;
  taken: number;
  limits: string;
  due: DueWords;
  waits: boolean;
  dealer: string;
  alarms: AlarmLine[];
}

// All that the floor's page shows; cut to the tables where this person is the floor. `asked` are the requests.
export interface FloorView {
  tables: FloorTable[];
  "set-aside": SetAsideNotice[];
  steps: FloorStep[];
  requests: RequestsView;
  figures: FloorFigure[];
  "at-work": AtWorkHere[];
  opens: boolean;
  chosen: ChosenTable | null;
}

// What was found in a round.
export interface FoundNote {
  words: string;
  cite: string;
  n: number;
}

// A round that was found.
export interface FoundRound {
  table: string;
  name: string;
  round: number;
  at: number;
  time: string;
  void: boolean;
  notes: FoundNote[];
  seats: string[];
}

// A page of rounds, newest first; `next` is where to go on, nothing at the end.
export interface FoundRounds {
  sought: string;
  rounds: FoundRound[];
  looked: number;
  scan: string;
  next: string;
}

// How the result of one game comes about.
export interface GameParts {
  net: string;
  price: string;
  mistakes: string;
  luck: string;
  sign: number;
  "luck-sign": number;
  "price-cents": number;
  looked: number;
}

// What the rounds of one game came to.
export interface GameSums {
  game: string;
  edition: string;
  rounds: number;
  staked: string;
  net: string;
  sign: number;
  title: string;
}

// A role that somebody holds, and where.
export interface GrantLine {
  role: string;
  table: string;
  words: string;
  where: string;
}

// The hands, best first, each with an example and what every wager pays for it; rows of a paytable that are no hand of the ranking stand after the hand that they follow there.
export interface HandChart {
  columns: ChartColumn[];
  rows: ChartRow[];
  cite: string;
}

// A kind of hand that can be asked for.
export interface HandClass {
  street: string;
  id: string;
  words: string;
}

// How many hands were of a kind; `share` is for the length of a bar.
export interface HandKind {
  kind: string;
  many: number;
  share: number;
}

// Hands of one game by kind.
export interface HandKinds {
  game: string;
  edition: string;
  title: string;
  hands: number;
  rows: HandKind[];
}

// A hand to decide. Its values are not told.
export interface HandToDecide {
  ready: boolean;
  again: string;
  kinds: HandClass[];
  street: string;
  cite: string;
  cards: string[];
  community: string[];
  dealer: string[];
  "dealer-words": string;
  "dealer-low": string[];
  hand: string;
  setting: boolean;
  "low-hand": number;
  options: PracticeOption[];
  "so-far": string;
  told: StoredAnswer;
  chapter: string;
}

// A round that a person played at a seat, in words; `cursor` is where the next page begins.
export interface HistoryRound {
  table: string;
  round: number;
  seat: number;
  staked: string;
  net: string;
  at: number;
  name: string;
  game: string;
  cursor: string;
  sign: number;
}

// `alone` is how many cents a role may move alone in 24 hours, by kind; what is not named is nothing. Accounts that one person made within `same_maker_days` are no two people. What waits longer than `waiting_hours` is not approved any more. Without `two_people` one administrator gives out roles, and no amount is too large for one; fills, credits, meters, closings and voids need a second person all the same. `zone` is the time zone of the house's days, by which an edition is in force or not; UTC without.
export interface HouseSettings {
  alone?: { [name: string]: { [name: string]: number } };
  same_maker_days?: number;
  waiting_hours?: number;
  two_people?: boolean;
  zone?: string;
}

// What the house plays for, and its settings in words and in cents.
export interface HouseView {
  money: string;
  words: string;
  settings: SettingLine[];
  told: HouseSettings;
}

// One's own seven cards by the house way: the places of the two that it sets low, and what they make.
export interface HouseWay {
  places: number[];
  high: string;
  low: string;
  short: string;
  foul: string;
  cite: string;
  wild: { [name: string]: string };
}

// A rule of a house way.
export interface HouseWayRule {
  hand: string;
  if: string;
  front: string;
}

// How the dealer sets, where the player's best setting is no secret.
export interface HouseWayRules {
  words: string;
  cite: string;
  rules: HouseWayRule[];
}

// The page, but for what must be worked out.
export interface HowToPlay {
  game: string;
  edition: string;
  title: string;
  words: string;
  chapter: string;
  status: string;
  proposed: boolean;
  lessons: Lesson[];
  chart: HandChart | null;
  tables: PaytableSign[];
  even: string[];
}

// What the house expects to keep of each wager, and rules to play the main game by.
export interface HowToPlayPrices {
  main: MainEdge;
  edges: { [name: string]: string };
  strategy: ShortStrategy;
}

// Where else somebody signs in.
export interface IdentityLine {
  issuer: string;
  subject: string;
}

// What an issuer calls somebody.
export interface IdentityLinked {
  name: string;
  issuer: string;
  subject: string;
}

// A link with which one person registers in a role.
export interface InvitationLink {
  role: string;
  table: string;
  words: string;
  where: string;
  link: string;
}

// What a one-time link is for.
export interface InvitedTo {
  role: string;
  words: string;
  where: string;
}

// An irregularity that can be reported, and what it leads to.
export interface IrregularityChoice {
  id: string;
  words: string;
  cite: string;
  remedy: string;
  applies: boolean;
  why: string;
  needs: IrregularityNeeds;
  second: string;
}

// What has to be said with a report: one of the seats, one of the devices, a card.
export interface IrregularityNeeds {
  seats?: number[];
  devices?: string[];
  card?: boolean;
}

// An edition of a game.
export interface LabEdition {
  id: string;
  words: string;
  chapter: string;
  proposed: boolean;
  wagers: LabWager[];
  readings: LabReading[];
  defaults: { [name: string]: string };
  first: string;
}

// Why a sampling run is refused.
export interface LabFault {
  message: string;
  field?: string;
  cite?: string | null;
}

// A game with its editions.
export interface LabGame {
  id: string;
  name: string;
  editions: LabEdition[];
}

// The lab's catalogue, and who asks.
export interface LabPage {
  games: LabGame[];
  person: Visitor | null;
}

// What is being counted now, if anything takes longer.
export interface LabProgress {
  what?: string;
  words?: string;
}

// A reading that can be chosen.
export interface LabReading {
  key: string;
  name: string;
  question: string;
  because: string;
  cite: string;
  choices: ValueWords[];
}

// A wager that can be laid on the bench, with its paytables.
export interface LabWager {
  id: string;
  name: string;
  main: boolean;
  tables: string[];
  cite: string;
  players: number;
}

// A label, and what stands there.
export interface LabelText {
  label: string;
  text: string;
}

// A wager's column of the layout.
export interface LayoutColumn {
  id: string;
  label: string;
}

// A seat's row of the layout.
export interface LayoutRow {
  seat: number;
  player: string;
  state: string;
  amounts: { [name: string]: string };
  cards: string[];
}

// Seats and what lies on each betting area.
export interface LayoutTable {
  columns: LayoutColumn[];
  rows: LayoutRow[];
}

// A step of a first round.
export interface Lesson {
  title: string;
  words: string;
  cite: string;
  when: string;
  of: string;
  spots: LessonSpot[];
  hands: LessonHand[];
  answers: LessonAnswer[];
}

// What one may say.
export interface LessonAnswer {
  words: string;
  note: string;
}

// A card of an example.
export interface LessonCard {
  face: string;
  wild: boolean;
}

// Cards, those that are wild marked; a whole hand is called by its name.
export interface LessonHand {
  note: string;
  cards: LessonCard[];
}

// A spot that a step speaks of.
export interface LessonSpot {
  label: string;
  note: string;
}

// A table's cloth now, and the dealer's line.
export interface LiveTable {
  table: string;
  words: string;
  scene: Scene;
  voice: Said;
  rounds: number;
  n: number;
  meters: LabelText[];
  alarms: Said[];
}

// The lobby: every table, and what belongs to the person who looks; without one there is no `last`.
export interface Lobby {
  guests: boolean;
  money: string;
  "money-words": string;
  person: LobbyPerson | null;
  tables: LobbyTable[];
  last?: HistoryRound[];
}

// The person who looks.
export interface LobbyPerson {
  name: string;
  plays: boolean;
  wallet: string;
  cents: number;
  worth: string;
  pages: string[];
  own: string;
  password: boolean;
  grants: [string, string][];
  poor: boolean;
}

// A seat in the lobby.
export interface LobbySeat {
  seat: number;
  name: string;
}

// A table in the lobby.
export interface LobbyTable {
  id: string;
  name: string;
  game: string;
  edition: string;
  title: string;
  chapter: string;
  status: string;
  "status-words": string;
  "real-cards": string;
  words: string;
  shape: string;
  fan: string[];
  limits: string;
  phase: string;
  round: number;
  seats: LobbySeat[];
  taken: number;
  meters: string[];
  yours: number | null;
  chips: string;
  closed: boolean;
  go: WayIn | null;
}

// Whether there was a lock-out to lift.
export interface LockLifted {
  name: string;
  lifted: boolean;
}

// What the house expects to keep of the main game.
export interface MainEdge {
  edge: string;
  of: string;
}

// The figures of the main game.
export interface MainFigures {
  edge: string;
  exact: string;
  return: string;
  risk: string;
  wager: string;
  unit: string;
  at: string;
  wins: string;
}

// What a round of the main game comes to, and what was wagered in it.
export interface MainOutcome {
  label: string;
  net: string;
  wagered: string;
  count: string;
  chance: string;
  share: string;
  bar: number;
}

// A change of a meter, and the record that tells it.
export interface MeterMovement {
  record: number;
  at: number;
  what: string;
  cents: number;
  exact: string;
  carry: string;
}

// A meter's day, reconciled to the part of a cent; with its `movements` where they are asked for.
export interface MeterReport {
  table: string;
  meter: string;
  wager: string;
  stake: number;
  rate: string;
  day: string;
  records: number[];
  opening: number;
  "opening-carry": string;
  seeded: string;
  kept: string;
  contributed: string;
  returned: string;
  paid: string;
  linked: string;
  ordered: string;
  closing: number;
  "closing-carry": string;
  difference: string;
  ledger: number;
  "ledger-difference": number;
  reserve: ReserveDay;
  wins: number;
  balanced: boolean;
  money: string;
  movements?: MeterMovement[];
  game: string;
  edition: string;
  standing: string;
  effective: string | null;
}

// A meter as it is shown.
export interface MeterText {
  id: string;
  text: string;
  label: string;
}

// A kind of hand that was missed: its box, at which decision it is due, and the hand itself.
export interface Missed {
  box: number;
  due: number;
  hand: StoredAnswer;
}

// A provision that was missed.
export interface MissedProvision {
  cite: string;
  words: string;
  count: number;
}

// A kind of mistake, what it cost, and the round where it cost the most.
export interface Mistake {
  words: string;
  title: string;
  times: number;
  cost: string;
  share: number;
  table: string;
  round: number;
  seat: number;
}

// The most that a spot takes, or why nothing more.
export interface MostWager {
  text: string;
  refused: string;
}

// The coach's part of one's results: how many rounds it has not looked at, and what it waits for.
export interface MyCoach {
  looked: number;
  latest: number;
  decisions: number;
  wrong: number;
  right: string;
  parts: ResultParts;
  games: { [name: string]: GameParts };
  mistakes: Mistake[];
  kinds: HandKinds[];
  left: number;
  words: string;
  "spread-cents": number;
}

// Everything that is known without the coach, for one span of time.
export interface MyPlay {
  span: string;
  since: string;
  rounds: number;
  all: PlaySums;
  shown: PlaySums;
  session: SessionSums;
  games: GameSums[];
  line: number[][];
  ticks: Tick[];
  best: ExtremeRound[];
  worst: ExtremeRound[];
}

// Whose name it is.
export interface Name {
  name: string;
}

// How near a choice may be.
export interface NearStep {
  near: number;
  words: string;
}

// The step that the law expects, who may take it and what it needs; while bets are open a `note` of the wagers, and where a press deals several hands how many (`whole`).
export interface NextStep {
  id: string;
  words: string;
  cite: string;
  law: string;
  by: string[];
  yours: boolean;
  why: string;
  more: OtherWay[];
  needs: StepNeeds;
  note?: string;
  "why-cite"?: string;
  whole?: number;
}

// Why what a page sent was not done, in an answer's place.
export interface NotDone {
  answer: PageAnswer;
}

// What is still being counted.
export interface NotReady {
  ready: boolean;
  words: string;
}

// The limits of a wager.
export interface OfferedLimit {
  wager: string;
  minimum: string;
  maximum: string;
  step: string;
}

// A paytable that an accepted submission offers.
export interface OfferedPaytable {
  wager: string;
  paytable: string;
  cite: string;
}

// A wager that is offered, with its paytable and limits.
export interface OfferedWager {
  id: string;
  name: string;
  placed: string;
  cite: string;
  equals: string | null;
  paytable: string;
  "pays-cite": string;
  rows: PaytableRow[];
  stakes: number[] | null;
  minimum: number | null;
  maximum: number | null;
  step: number | null;
}

// A game that may be opened, with a submission to begin with; or why it may not.
export interface OpenableGame {
  game: string;
  edition: string;
  title: string;
  status: string;
  "status-words": string;
  standing: string;
  refused: string;
  submission: string;
}

// What you may say at your turn, and what it costs in cents.
export interface Option {
  id: string;
  cost?: number;
  wager?: string | null;
  cite?: string;
}

// The command that says a choice.
export interface OptionCommand {
  command: string;
  step?: string;
  value?: string | number;
  seat?: number;
  decision?: string;
}

// An order or a report that the floor may give, or why it is refused.
export interface OrderChoice {
  id: string;
  title: string;
  words: string;
  cite: string;
  refused: string;
  approved: boolean;
  blank: string;
  key: string;
  picks: Amount[];
  reason?: boolean;
  choices: OrderTarget[];
}

// The record up to which an order reached.
export interface OrderGiven {
  n: number;
}

// What an order may be about.
export interface OrderTarget {
  value: string | number;
  label: string;
  words: string;
}

// A step of the round's order.
export interface OrderedStep {
  id: string;
  words: string;
  cite: string;
  state: string;
}

// Something else that a dealer may do now.
export interface OtherWay {
  words: string;
  late?: number;
  step?: string;
  value?: string;
  announce?: number;
  decision?: string;
}

// A wager's outcome table with the pays to type in.
export interface OutcomeTable {
  unit: string;
  columns: string[];
  rows: PaysRow[];
  rest: PaysRest[];
  counted: string;
  shares: string;
  goal: string;
}

// The seat of the person who looks.
export interface OwnSeat {
  seat: number;
  chips: string;
  cents: number;
  playing: boolean;
  placed: boolean;
  hand: string;
  barred: boolean;
  low: number[];
  order: number[];
  wild: { [name: string]: string };
}

// The cards that are left, and the house's commitment to its seed of their order.
export interface Pack {
  left: number;
  size: number;
  commitment: string;
}

// Why what a page sent was not done; after `retry` seconds it may be sent again.
export interface PageAnswer {
  key: string;
  refused: string;
  field?: string;
  cite?: string;
  code: string;
  retry?: number;
}

// What changed of a page's view: objects hold what differs in them, and what is gone is listed under `-`.
export interface PageChanges {
  changes: { [name: string]: any };
}

// The table as your page shows it, the whole.
export interface PageViewed {
  view: TablePage;
  purse?: Purse;
}

// What a browser is to sign: `options` as its interface takes them, and the `token` that comes back with the answer.
export interface PasskeyChallenge {
  token: string;
  options: { [name: string]: any };
}

// A passkey that is enrolled.
export interface PasskeyLine {
  credential: string;
  label: string;
  made: number;
}

// How many other sessions a new password has ended.
export interface PasswordChanged {
  ended: number;
  words: string;
}

// The pays around the one that meets a target: a return for a side wager, an edge for the main game.
export interface PayForTarget {
  row: string;
  exactly: string | null;
  around: TriedPay[];
  words: string;
}

// A pay that can be typed in, as it is printed and as it is now.
export interface PaysCell {
  row: string;
  value: string;
  printed: string;
  text: string;
  label: string;
  edited: boolean;
  count: string;
}

// What a wager comes to without a pay.
export interface PaysRest {
  label: string;
  count: string;
  chance: string;
  share: string;
}

// A row of an outcome table: its pays, how often it comes, and what it adds.
export interface PaysRow {
  key: string;
  chance: string;
  share: string;
  bar: number;
  label: string;
  cells: (PaysCell | null)[];
}

// A row of a paytable.
export interface PaytableRow {
  row: string;
  pays: string;
}

// A wager's payouts, beside the chart of hands.
export interface PaytableSign {
  id: string;
  label: string;
  columns: string[];
  rows: SignRow[];
  cite: string;
  table: string;
  note: string;
}

// A part of the permission table.
export interface PermissionPart {
  title: string;
  rows: PermissionRow[];
}

// A permission, role by role.
export interface PermissionRow {
  what: string;
  words: string;
  cells: string[];
}

// The permission table, role by role, with what an administrator may do said first.
export interface Permissions {
  power: string;
  approved: string;
  roles: RoleName[];
  parts: PermissionPart[];
}

// A choice that the chapter leaves open, and how it is asked for: `kind`, and with some kinds the values, the shipped lists or the hands.
export interface PermittedChoice {
  key: string;
  cite: string;
  words: string;
  kind: string;
  values?: (string | number)[];
  lists?: { [name: string]: { [name: string]: any }[] };
  hands?: string[][];
  new?: { [name: string]: any };
  law: string;
  required: boolean;
  example: string;
  default: string | number | null;
}

// What a chapter permits, each with its provision and our words; a form knows nothing else.
export interface PermittedForm {
  game: string;
  edition: string;
  name: string;
  status: string;
  cite: string;
  source: string;
  effective: string;
  standing: string;
  wagers: PermittedWager[];
  paytables: PermittedPaytables[];
  choices: PermittedChoice[];
  readings: PermittedReading[];
  seats: number;
  "seats-cite": string;
  new: { [name: string]: any };
}

// The paytables that a wager may be offered with.
export interface PermittedPaytables {
  key: string | null;
  name: string;
  together: string[];
  optional: boolean;
  cite: string;
  words: string;
  pays: string;
  tables: PermittedTable[];
}

// A reading that a submission may choose.
export interface PermittedReading {
  key: string;
  question: string;
  answer: string;
  because: string;
  rejected: string[];
  choices: string[];
  cites: string[];
}

// A paytable.
export interface PermittedTable {
  id: string;
  rows: string[][];
  takes: string[];
  seeds: string[];
  rate: string;
}

// A wager of the chapter.
export interface PermittedWager {
  id: string;
  name: string;
  key: string | null;
  placed: string;
  cite: string;
  words: string;
  equals: string | null;
  limited: boolean;
}

// Somebody who was registered, and the requests for their roles at work.
export interface PersonAdded {
  name: string;
  requests: number[];
}

// Somebody of the register with their roles, each for a table or for all.
export interface PersonGrants {
  name: string;
  grants: [string, string][];
}

// Somebody of the register; `until` is when a lock ends.
export interface PersonLine {
  name: string;
  you: boolean;
  guest: boolean;
  state: string;
  words: string;
  until: number;
  grants: GrantLine[];
}

// Cards at a place.
export interface PlaceCards {
  id: string;
  words: string;
  cards: string[];
}

// A place for cards, in words.
export interface PlaceName {
  id: string;
  words: string;
}

// What was placed, in all.
export interface Placed {
  placed: string;
}

// A seat in a word and a line.
export interface Plate {
  name: string;
  you: boolean;
  bot: boolean;
  bank: string;
  say: string;
  detail: string;
  state: string;
  wagers: PlateWager[];
  emote?: string;
}

// A wager before a seat.
export interface PlateWager {
  id: string;
  label: string;
  cents: number;
  text: string;
  brief: string;
  chips: number[];
  closed: boolean;
}

// What rounds came to.
export interface PlaySums {
  rounds: number;
  staked: string;
  net: string;
  sign: number;
  returned: string;
}

// A round that a person played at a seat, in cents; `cursor` is where the next page begins.
export interface PlayedRound {
  table: string;
  round: number;
  seat: number;
  staked: number;
  net: number;
  at: number;
  name: string;
  game: string;
  cursor: string;
}

// An amount that a player owes.
export interface PlayerAmount {
  player: string;
  text: string;
}

// A kind of hand, and what each decision is worth with it.
export interface PlotClass {
  mark: string;
  words: string;
  lead: string;
  pure: boolean;
  folds: boolean;
  values: string[];
  best: string;
}

// What one decision is worth, hand by hand.
export interface PlotSeries {
  name: string;
  id: string;
  folds: boolean;
  points: number[];
  end: string;
}

// The role in which somebody has gone to work.
export interface Post {
  name: string;
  role: string;
}

// A posting of the ledger, in cents.
export interface Posting {
  id: number;
  at: number;
  table: string;
  record: number;
  account: string;
  cents: number;
  what: string;
  money: string;
}

// What was chosen beside everything that could have been, and the record with it; `right` is null where nothing was chosen.
export interface PracticeAnswer {
  ready: boolean;
  choice: string;
  unit: string;
  actions: { [name: string]: ExactNumber };
  best: string;
  reason: string;
  rows: ActionRow[];
  kind: string;
  rule: RuleWords;
  note: string;
  right: boolean | null;
  verdict: string;
  next: string;
  record: Record;
  score: Score;
}

// What the decisions of a game depend on.
export interface PracticeChoice {
  key: string;
  words: string;
  ways: WayToChoose[];
}

// A game that can be practised.
export interface PracticeGame {
  id: string;
  edition: string;
  title: string;
  place: string;
  chapter: string;
  status: string;
  "status-words": string;
  unit: string;
  steps: NearStep[];
  score: Score;
  setting: boolean;
  choices: PracticeChoice[];
  places: CardPlace[];
  ways: ValueWords[];
  deck: string[];
  copies: number;
}

// Every game with its editions, and an empty record to begin with.
export interface PracticeOffer {
  games: PracticeGame[];
  record: Record;
}

// What may be said.
export interface PracticeOption {
  id: string;
  words: string;
  key: string;
  cite: string;
}

// A provision of a chapter in our words, with those directly below it.
export interface Provision {
  short: string;
  words: string;
  chapter: string;
  status: string;
  source: string;
  within: ProvisionPart[];
}

// A provision directly below another.
export interface ProvisionPart {
  cite: string;
  words: string;
}

// A figure that others have published, beside ours.
export interface PublishedFigure {
  source: string;
  published: string;
  ours: string;
  word: string;
  verdict: string;
  why: string;
  remark: string;
}

// What a person may buy in for here; at a table that is closed nothing.
export interface Purse {
  wallet: string;
  poor: boolean;
  elsewhere: string[];
  new: boolean;
  closed: string;
  chips: string;
  ways: Amount[];
}

// What this person is asked now, if anything; each option carries the command that says it.
export interface Question {
  seat: number;
  step: string;
  options: Choice[];
  setting: boolean;
  late: string;
  cite: string;
  last: boolean;
}

// Cards that lie in the discard rack.
export interface RackedCards {
  what: string;
  cards: string;
}

// A submission from its file. Comments that are not ours are kept as notes.
export interface ReadSubmission {
  submission: { [name: string]: any };
  notes: string[];
}

// While the time for wagers runs: how many of those that are waited for are ready, and whether one is oneself.
export interface Readiness {
  words: string;
  you: boolean;
}

// A rejected answer, and a figure that it moves.
export interface ReadingPrice {
  reading: string;
  answer: string;
  question: string;
  wager: string;
  paytable: string;
  per: string;
  why: string;
  unmoved: boolean;
  return: string;
  default: string;
  moved: string;
}

// What each other answer to a reading would do to the figure shown.
export interface ReadingWorth {
  key: string;
  worth: AnswerWorth[];
}

// The wagers of the round before, to bet again.
export interface Rebet {
  total: string;
  count: number;
  short: boolean;
  later: string;
  "too-little": boolean;
}

// What somebody has done in a game: decisions, how many were best, how many the last of them in a row, and what the others cost in antes. Whoever practises keeps it, and sends it with what it is asked for.
export interface Record {
  decisions?: number;
  right?: number;
  row?: number;
  cost?: string;
  missed?: { [name: string]: Missed };
}

// A record as the journal's list shows it.
export interface RecordLine {
  n: number;
  time: string;
  event: string;
  what: string;
  hash: string;
  kind: string;
}

// A record of a round, in sentences and with the cloth after it.
export interface RecordStep {
  n: number;
  time: string;
  event: string;
  what: string;
  hash: string;
  kind: string;
  seat: number;
  tells: RecordWords[];
  scene: Scene;
}

// A record as it is stored; no line of one that is withheld.
export interface RecordText {
  n: number;
  at: number;
  hash: string;
  what: string;
  line: string | null;
}

// What a record says of one act, with its provisions.
export interface RecordWords {
  who: string;
  words: string;
  cites: string[];
}

// Recovery codes, shown once.
export interface RecoveryCodes {
  codes: string[];
}

// The first thing that is refused, its code, and all of them; after `retry` seconds it may be asked again.
export interface Refusal {
  message: string;
  field: string;
  cite: string | null;
  code: string;
  all: RefusalPart[];
  retry?: number;
}

// One thing that is refused: why, which field it is about, and the provision where that is law.
export interface RefusalPart {
  message: string;
  field: string;
  cite: string | null;
}

// A request that is refused.
export interface Refused {
  error: Refusal;
}

// The register as its page shows it, with what waits for an administrator.
export interface RegisterPage {
  figures: FloorFigure[];
  people: PersonLine[];
  found: number;
  more: string;
  chosen: WholePerson | null;
  tables: TableName[];
  roles: RoleName[];
  permissions: Permissions;
  requests: RequestsView;
  settings: SettingLine[];
  lonely: string;
}

// What was declared of two accounts.
export interface RelationDeclared {
  name: string;
  other: string;
  related: boolean | null;
}

// An account that may be the same person's.
export interface RelationLine {
  name: string;
  why: string[];
  declared: boolean;
  apart: boolean;
}

// What a remedy moved, with what it is and its provision.
export interface Remedied {
  returned: SeatAmount[];
  total: string;
  taken: SeatAmount[];
  owed: PlayerAmount[];
  lost: SeatAmount[];
  settled: SettledMany;
  then: Said | null;
  words: string;
  cite: string | null;
}

// A closed round with the cloth after each step, for the player of one seat; `own`, `neighbours` and `verdict` are for the player alone, and a shared one does not say its `table`.
export interface Replay {
  table: string;
  round: number;
  seat: number;
  name: string;
  void: boolean;
  title: string;
  game: string;
  edition: string;
  chapter: string;
  status: string;
  proposed: boolean;
  date: string;
  records: number[];
  hand: string;
  dealer: string;
  cards: string[];
  net: string;
  sign: number;
  whole: boolean;
  parts: RoundPart[];
  steps: ReplayStep[];
  own?: boolean;
  neighbours?: RoundNeighbours;
  verdict?: string;
}

// The cloth after a step, with the tags of wild cards.
export interface ReplayScene {
  round: number;
  closed: boolean;
  void: boolean;
  focus: number;
  hand: number;
  spots: SceneSpot[];
  places: ScenePlace[];
  seats: SceneSeat[];
  dice: Dice | null;
  rack: string;
  wild: { [name: string]: { [name: string]: string } };
}

// A step with the cloth after it, and why each line was paid that it settled.
export interface ReplayStep {
  title: string;
  words: string;
  cite: string;
  seat: number;
  part: string;
  kind: string;
  records: number[];
  scene: ReplayScene;
  why: WhyLine[];
}

// The head that a round's records end with.
export interface ReportHead {
  n: number;
  hash: string;
  signed: number;
}

// A record of a round with its whole hash, in sentences.
export interface ReportLine {
  n: number;
  time: string;
  event: string;
  what: string;
  hash: string;
  kind: string;
  tells: RecordWords[];
}

// A request, as somebody may see and answer it.
export interface RequestLine {
  id: number;
  table: string;
  name: string;
  game: string;
  edition: string;
  kind: string;
  about: string;
  amount: number;
  title: string;
  words: string;
  by: string;
  at: number;
  state: string;
  "answered-by": string;
  "answered-at": number;
  note: string;
  mine: boolean;
  may: boolean;
  why: string;
  collect: boolean;
}

// A request that waits for a second person, or was done at once, with what was asked.
export interface RequestMade {
  request: number;
  state: string;
  title: string;
  kind: string;
  role?: string;
  name?: string;
  table?: string;
  told?: { [name: string]: any };
}

// What waits where someone asks or approves and is not too old, oldest first, and what was answered last.
export interface RequestsView {
  waiting: RequestLine[];
  answered: RequestLine[];
}

// The reserve of a meter on a day.
export interface ReserveDay {
  opening: number;
  contributed: string;
  closing: number;
  "closing-carry": string;
  difference: string;
  ledger: number;
}

// What became of one wager.
export interface ResultLine {
  wager: string;
  label: string;
  stake: string;
  reason: string;
  result: string;
  row: string;
  cite: string;
  paid: string;
  net: string;
  sign: number;
  brief: string;
  chips: number[];
}

// Result = price + mistakes + luck, each rounded to the cent and luck the rest, so that they add up.
export interface ResultParts {
  net: string;
  price: string;
  mistakes: string;
  luck: string;
  sign: number;
  "luck-sign": number;
  "price-cents": number;
}

// How a round ended for one seat.
export interface ResultSeat {
  player: string;
  yours: boolean;
  cards: string[];
  low: string;
  wild: { [name: string]: string };
  order: number[];
  folded: boolean;
  hand: string;
  lines: ResultLine[];
  settled: boolean;
  net: string;
  sign: number;
  words: string;
}

// A role that was given or taken back.
export interface RoleChanged {
  name: string;
  role: string;
  table: string;
}

// A role, in words.
export interface RoleName {
  role: string;
  words: string;
}

// The closed rounds before and after.
export interface RoundNeighbours {
  before: number | null;
  after: number | null;
}

// Where a part of a round begins.
export interface RoundPart {
  at: number;
  words: string;
}

// A round for a dispute: every line with hand, case, provision and arithmetic, and every record with its hash.
export interface RoundReport {
  round: number;
  title: string;
  chapter: string;
  status: string;
  void: boolean;
  records: number[];
  seats: { [name: string]: WhySeat };
  places: { [name: string]: string };
  hands: { [name: string]: string };
  wild: { [name: string]: { [name: string]: string } };
  players: { [name: string]: string };
  steps: ExplainedStep[];
  table: string;
  name: string;
  edition: string;
  "real-cards": string;
  submission: { [name: string]: string };
  readings: { [name: string]: string };
  began: string;
  closed: string;
  lines: ReportLine[];
  head: ReportHead;
  opened: number[];
  differences: string[];
  "older-steps": string[];
  unsettled: string;
}

// A round for a page: each seat's lines, the cards that were turned up, and one's own.
export interface RoundResult {
  round: number;
  closed: boolean;
  void: boolean;
  seats: { [name: string]: ResultSeat };
  places: { [name: string]: string[] };
  "dealer-low": string;
  dealer: string;
  dice: Dice | null;
}

// The records of a closed round with the cloth after each.
export interface RoundSteps {
  table: string;
  round: number;
  void: boolean;
  title: string;
  chapter: string;
  date: string;
  records: number[];
  parts: RoundPart[];
  neighbours: RoundNeighbours;
  steps: RecordStep[];
}

// The rule to remember that speaks of a hand.
export interface RuleWords {
  words: string;
  note: string;
}

// Words, and the provision that they come from.
export interface Said {
  words: string;
  cite: string;
}

// A sampling run begins: its frame, and the exact figure that it closes on.
export interface SampleBegins {
  axis: SampleFrame;
  seed: number;
  exact: string;
  rounds: string;
}

// The frame: two standard errors of a thousand rounds to either side of the exact mean, but no wider than the eye can use.
export interface SampleFrame {
  low: number;
  high: number;
  exact: number;
  ticks: AxisTick[];
  across: AxisTick[];
}

// The mean after some rounds, with its interval.
export interface SamplePoint {
  at: number;
  mean: number;
  low: number;
  high: number;
  rounds: string;
  value: string;
  interval: string;
}

// A sampling run is refused.
export interface SampleRefused {
  error: LabFault;
}

// How far a sampling run is; a point of its line, and at the end why it ends.
export interface SampleStep {
  progress?: string;
  share?: number;
  point?: SamplePoint;
  end?: string;
}

// The cloth after a record, for a page that replays a round.
export interface Scene {
  round: number;
  closed: boolean;
  void: boolean;
  focus: number;
  hand: number;
  spots: SceneSpot[];
  places: ScenePlace[];
  seats: SceneSeat[];
  dice: Dice | null;
  rack: string;
}

// Cards that are nobody's, or the dealer's.
export interface ScenePlace {
  id: string;
  words: string;
  cards: string[];
  count: number;
  slots: string[];
  low: number;
  racked: boolean;
}

// A betting position.
export interface SceneSeat {
  seat: number;
  player: string;
  cards: string[];
  low: number;
  hand: string;
  say: string;
  playing: boolean;
  turn: boolean;
  out: boolean;
  settled: boolean;
  sign: number;
  wagers: SceneWager[];
}

// A spot of the cloth that a round is replayed on.
export interface SceneSpot {
  id: string;
  label: string;
  shape: string;
}

// A wager on its spot, and what became of it.
export interface SceneWager {
  id: string;
  label: string;
  shape: string;
  text: string;
  chips: string;
  settled: boolean;
  net: string;
  sign: number;
}

// A case to decide.
export interface SchoolCase {
  words: string;
  options: string[];
}

// A step that can be chosen.
export interface SchoolChoice {
  step: string;
  words: string;
}

// A game of the school.
export interface SchoolGame {
  game: string;
  edition: string;
  name: string;
}

// When a step that was pressed too early comes.
export interface SchoolLater {
  state: string;
  cite: string;
}

// How a round of the school went.
export interface SchoolSummary {
  round: number;
  right: number;
  wrong: number;
  missed: MissedProvision[];
}

// What was wrong, and where the step that was picked has its place.
export interface SchoolTold {
  pressed: string;
  words: string;
  cite: string;
  law: string;
  later: SchoolLater | null;
}

// The steps to pick from in no order, how it went so far, and what was wrong last.
export interface SchoolView {
  choices: SchoolChoice[];
  right: number;
  wrong: number;
  missed: MissedProvision[];
  told: SchoolTold | null;
  outcome: Remedied | null;
  case: SchoolCase | null;
  summary: SchoolSummary | null;
}

// A record in words.
export interface Score {
  decisions: string;
  right: string;
  row: string;
  cost: string;
  "per-hundred": string;
  waiting: string;
}

// A betting position. Wagers are cents; a card that you may not see is empty.
export interface Seat {
  player: string | null;
  yours: boolean;
  wagers: { [name: string]: number };
  cards: string[];
  chips?: number;
  closed?: string[];
  decisions?: string[];
  folded?: boolean;
  racked?: boolean;
  gone?: boolean;
}

// An amount of a seat.
export interface SeatAmount {
  seat: number;
  player: string;
  text: string;
}

// The seat that was taken.
export interface Seated {
  seat: number;
}

// Somebody at a table.
export interface SeatedPerson {
  seat: number;
  name: string;
  chips: string;
  state: string;
}

// The request for a second person.
export interface SecondAsked {
  request: number;
}

// Somebody's second factors, and whether their roles need one.
export interface SecondFactors {
  totp: number | null;
  passkeys: PasskeyLine[];
  recovery: number;
  needed: boolean;
}

// Who is signed in, with roles and wallet, and the pages they may open.
export interface Session {
  name: string;
  grants: [string, string][];
  wallet: number;
  pages: string[];
  money: string;
  enrol: boolean;
}

// What the rounds of this session came to.
export interface SessionSums {
  rounds: number;
  staked: string;
  net: string;
  sign: number;
  returned: string;
  minutes: number;
}

// The notice for the floor and the administrator.
export interface SetAsideNotice {
  table: string;
  name: string;
  why: string;
  since: number;
  next: string;
}

// A setting by the places of its low cards: both hands in words, and whether it is foul.
export interface Setting {
  high: string;
  low: string;
  short: string;
  foul: string;
  cite: string;
  wild: { [name: string]: string };
}

// A setting of the house, in words.
export interface SettingLine {
  id: string;
  words: string;
  value: string;
}

// What is settled, in words, and how many.
export interface SettledMany {
  words: string;
  count: number;
}

// Where a shared hand is seen.
export interface ShareAddress {
  address: string;
}

// A hand that one shares by a link.
export interface SharedHand {
  id: string;
  table: string;
  round: number;
  seat: number;
  named: boolean;
  made: string;
  title: string;
}

// A rule to remember.
export interface ShortRule {
  street: string;
  option: string;
  condition: string;
}

// Rules to play the main game by, and their cost, where they are known; else the house's own way.
export interface ShortStrategy {
  rules?: ShortRule[];
  cost?: string;
  house?: HouseWayRules;
}

// A wager's payouts as the chapter prints them: a column for each half of a table that has two, and for envy.
export interface Sign {
  id: string;
  name: string;
  label: string;
  table: string;
  named: boolean;
  cite: string;
  columns: string[];
  rows: SignRow[];
  even: boolean;
}

// Where else people may sign in: an issuer's host, or nothing.
export interface SignInWays {
  oidc: string;
}

// A row of a sign: a hand, and what it pays in each column.
export interface SignRow {
  row: string;
  pays: string[];
}

// A head that was signed.
export interface SignedHead {
  n: number;
  hash: string;
  signature: string;
}

// A spot for one wager.
export interface Spot {
  id: string;
  name: string;
  label: string;
  placed: string;
  shape: string;
  tiny: string;
  equals: string | null;
  note: string;
  cite: string;
}

// What a state needs in this game.
export interface StateForm {
  cards: number;
  community: boolean;
  dealer: number;
  ways: ValueWords[];
}

// What a dealer has to enter for a step.
export interface StepNeeds {
  kind: string;
  counts?: CountNeed[];
  least?: number;
  most?: number;
  words?: string;
  expect?: string;
  shakes?: number;
  count?: number;
  low?: number;
  to?: string;
}

// One of the answers to a step.
export interface StepOption {
  value: string;
  label: string;
}

// What is seen when a decision is due, as the contract writes it, with the decisions so far beside each other.
export interface StoredAnswer {
  cards?: string;
  community?: string;
  dealer?: string;
  decisions?: string;
}

// How the main game is played: the form of a state, and the best play by hand and as rules, or the house way.
export interface Strategy {
  form: StateForm;
  unit: string;
  plot?: StrategyPlot;
  rules?: ShortRule[];
  cost?: string;
  exactly?: string;
  house?: HouseWayRules;
}

// What each decision that is ever best is worth by hand, on average; a fold is the line the others must clear.
export interface StrategyPlot {
  title: string;
  street: string;
  classes: PlotClass[];
  low: number;
  high: number;
  ticks: AxisTick[];
  series: PlotSeries[];
  under: string;
}

// A chapter that a submission can be written for.
export interface SubmissionChapter {
  game: string;
  edition: string;
  name: string;
  status: string;
  cite: string;
  source: string;
  effective: string;
  standing: string;
}

// Every chapter that a Rules Submission can be written for, and who asks.
export interface SubmissionChapters {
  editions: SubmissionChapter[];
  person: Visitor | null;
}

// The figures of a submission, once they are counted.
export interface SubmissionWorth {
  ready: boolean;
  main?: MainFigures;
  tables?: { [name: string]: { [name: string]: WagerFigures } };
  choices?: { [name: string]: { [name: string]: WagerFigures } };
}

// A table that was opened, or waits for a second person.
export interface TableAsked {
  request: number;
  state: string;
  id: string;
  name: string;
}

// A table's day: drop, fills, inventory, handle, win and hold in cents, and the win that could be expected.
export interface TableDay {
  table: string;
  name: string;
  game: string;
  edition: string;
  standing: string;
  effective: string | null;
  day: string;
  "real-cards": string;
  records: number[];
  rounds: number;
  "void-rounds": number;
  opening: number;
  drop: number;
  fills: number;
  credits: number;
  "cash-outs": number;
  closing: number;
  handle: number;
  returned: number;
  "to-meters": number;
  "from-meters": number;
  "by-hand": number;
  win: number;
  hold: string | null;
  "win-of-handle": string | null;
  wagers: { [name: string]: WagerTally };
  balanced: boolean;
  faults: string[];
  money: string;
  expected?: ExpectedWin;
}

// What is played at a table and how its cloth looks.
export interface TableFelt {
  game: string;
  title: string;
  edition: string;
  status: string;
  ante: string;
  wagers: OfferedWager[];
  "hand-size": number;
  "low-hand": number;
  seats: number;
  places: PlaceName[];
  readings: { [name: string]: string };
  submission: { [name: string]: any };
  words: string;
  chapter: string;
  "status-words": string;
  source: string;
  says: Said[];
  limits: string;
  chips: Amount[];
  spots: Spot[];
  areas: Area[];
  shape: string;
  "seat-areas": string[];
  "two-hands": boolean;
  signs: Sign[];
  coach: boolean;
  "real-cards": string;
  emotes: Emote[];
}

// A table's id.
export interface TableId {
  table: string;
}

// A table of the lobby in a few words.
export interface TableLine {
  id: string;
  name: string;
  game: string;
  title: string;
  edition: string;
  status: string;
  phase: string;
  round: number;
  seats: number;
  taken: { [name: string]: string };
  minimum: number | null;
  maximum: number | null;
  meters: { [name: string]: number };
  automatic: boolean;
  "real-cards": string;
}

// A table at which a role can be given.
export interface TableName {
  id: string;
  words: string;
}

// A table for the page of one person.
export interface TablePage {
  table: string;
  game: string;
  edition: string;
  phase: string;
  round: number;
  void: boolean;
  due: Due | null;
  places: { [name: string]: string[] };
  "dealer-low": string;
  start: string;
  meters: { [name: string]: number };
  inventory: number;
  dealer: string;
  way: string;
  pack: Pack;
  deadline: number | null;
  chips: number | null;
  seats: { [name: string]: Seat | null };
  name: string;
  you: OwnSeat | null;
  turn: number[];
  ask: Question | null;
  still: Choice[];
  voice: Said;
  ready: Readiness | null;
  clock: Clock | null;
  plates: { [name: string]: Plate | null };
  "dealer-hand": DealerHand;
  "said-meters": MeterText[];
  facts: Fact[];
  dice: Dice | null;
  result: RoundResult | null;
  draft: DraftView | null;
  bots: number;
  plays: boolean;
  me: string;
  guests: boolean;
}

// What is played at a table, as data for a page: it knows no rule of its own.
export interface TableRules {
  game: string;
  title: string;
  edition: string;
  status: string;
  ante: string;
  wagers: OfferedWager[];
  "hand-size": number;
  "low-hand": number;
  seats: number;
  places: PlaceName[];
  readings: { [name: string]: string };
  submission: { [name: string]: any };
}

// The tally, and whether a decision is still being judged.
export interface TallyNow {
  hands: number;
  decisions: number;
  mistakes: number;
  cost: string;
  "per-hand": string;
  exactly: string;
  last: Verdict | null;
  judging: boolean;
}

// A mark of an axis.
export interface Tick {
  at: number;
  text: string;
}

// A pay, and what it would come to.
export interface TriedPay {
  pay: string;
  text: string;
  edge: string;
  return: string;
  nearest: boolean;
}

// A value that can be chosen, in words.
export interface ValueWords {
  value: string;
  words: string;
}

// A decision beside the best one that the player had the chips for, and what it cost; a foul setting costs what the worst action would.
export interface Verdict {
  round: number;
  chose: string;
  best: string;
  words: string;
  right: boolean;
  late: boolean;
  cost: string;
  antes: string;
  "chose-dollars": string;
  "best-dollars": string;
  cents: string;
}

// The state of a table's verification: walking, intact or broken, and where.
export interface Verification {
  table: string;
  records: number;
  of: number;
  head: string;
  hash: string;
  walked: number;
  state: string;
  percent?: number;
  title: string;
  record?: number;
  words: string;
  more?: string;
  cards?: string;
  safe?: string;
  where?: string;
}

// A table as you may see it. `deadline` is in milliseconds since 1970, `places` hold the dealer's and common cards.
export interface View {
  table: string;
  game: string;
  edition: string;
  phase: string;
  round: number;
  void: boolean;
  due: Due | null;
  places: { [name: string]: string[] };
  "dealer-low": string;
  start: string;
  meters: { [name: string]: number };
  inventory: number;
  dealer: string;
  way: string;
  pack: Pack;
  deadline: number | null;
  chips: number | null;
  seats: { [name: string]: Seat | null };
}

// The whole table after record `n`. It comes when the table waits: at once to whoever is asked.
export interface Viewed {
  view: View;
  n: number;
}

// Who is signed in, and the pages they may open.
export interface Visitor {
  name: string;
  pages: string[];
}

// The figures of a wager under one paytable.
export interface WagerFigures {
  edge: string;
  exact?: string;
  return: string;
  note: string;
  wins?: string;
  "long-run"?: string;
  "long-edge"?: string;
  players?: { [name: string]: string };
}

// What was wagered on a spot, and what players won or lost.
export interface WagerTally {
  count: number;
  handle: number;
  "players-net": number;
}

// What is in one's wallet now.
export interface Wallet {
  wallet: string;
}

// What a game asks for, kind by kind.
export interface WantedEquipment {
  game: string;
  edition: string;
  title: string;
  status: string;
  kinds: EquipmentKind[];
}

// What changed of the list of tables, of the live table, and the records that are new.
export interface WatchNews {
  tables?: WatchedTable[];
  live?: LiveTable;
  lines?: RecordLine[];
}

// A table that one may watch, in a line with its alarms; `real-cards` where its journal can be read.
export interface WatchedTable {
  id: string;
  name: string;
  title: string;
  game: string;
  edition: string;
  chapter: string;
  status: string;
  proposed: boolean;
  "real-cards"?: string;
  words: string;
  live: boolean;
  round: number;
  alarms: Said[];
}

// What someone may do at a table: a player, and a stranger who may become one, takes a seat or looks on; staff have a page for it, and others none.
export interface WayIn {
  words: string;
  href: string;
}

// One of the ways.
export interface WayToChoose {
  id: string;
  words: string;
}

// Somebody in full: why a role cannot be given, what closing the account would do, whose person it may be as well, where else they sign in and with how many second factors.
export interface WholePerson {
  name: string;
  you: boolean;
  guest: boolean;
  state: string;
  words: string;
  until: number;
  grants: GrantLine[];
  made: number;
  closing: string[];
  lift: boolean;
  why: string;
  refuses: { [name: string]: string };
  relations: RelationLine[];
  identities: IdentityLine[];
  factors: number;
}

// Why one wager was paid what it was.
export interface WhyLine {
  wager: string;
  counts: string;
  name: string;
  label: string;
  net: string;
  sign: number;
  words: string;
  cite: string;
  rows: WhyRow[];
  "pays-cite": string;
  "pays-words": string;
  sums: string[];
  reading: string;
}

// A row of a paytable, and whether it was hit.
export interface WhyRow {
  row: string;
  pays: string;
  hit: boolean;
}

// Why a seat was paid what it was.
export interface WhySeat {
  player: string;
  cards: string;
  "never-shown": boolean;
  hand: string;
  dealer: string;
  notes: string[];
  net: string;
  sign: number;
  lines: WhyLine[];
}

// Something in words, and how often it comes.
export interface WordsChance {
  words: string;
  chance: string;
}

type DeleteAnswer<P extends string> =
  P extends `/api/tables/${string}/coach/tally` | `/api/tables/${string}/coach/tally?${string}` ? CoachTally :
  P extends `/api/people/${string}/identity` | `/api/people/${string}/identity?${string}` ? Name :
  P extends `/api/my-play/shares/${string}` | `/api/my-play/shares/${string}?${string}` ? Done :
  P extends `/api/tables/${string}/wagers` | `/api/tables/${string}/wagers?${string}` ? Done :
  P extends `/api/people/${string}/roles/${string}` | `/api/people/${string}/roles/${string}?${string}` ? RoleChanged | RequestMade :
  P extends `/api/people/${string}/lock` | `/api/people/${string}/lock?${string}` ? LockLifted :
  P extends `/api/tables/${string}/seat` | `/api/tables/${string}/seat?${string}` ? Wallet :
  P extends "/api/session" | `/api/session?${string}` ? Done :
  P extends `/api/people/${string}` | `/api/people/${string}?${string}` ? Name | RequestMade :
  any;

type GetAnswer<P extends string> =
  P extends `/api/watch/tables/${string}/rounds/${string}/report` | `/api/watch/tables/${string}/rounds/${string}/report?${string}` ? RoundReport :
  P extends `/api/tables/${string}/rounds/${string}/dispute` | `/api/tables/${string}/rounds/${string}/dispute?${string}` ? Dispute :
  P extends `/api/submissions/${string}/${string}/provision` | `/api/submissions/${string}/${string}/provision?${string}` ? Provision :
  P extends `/api/tables/${string}/irregularities/${string}` | `/api/tables/${string}/irregularities/${string}?${string}` ? Effects :
  P extends "/api/how-to-play/provision" | `/api/how-to-play/provision?${string}` ? Provision :
  P extends `/api/watch/tables/${string}/rounds/${string}` | `/api/watch/tables/${string}/rounds/${string}?${string}` ? RoundSteps :
  P extends "/api/reports/progressives" | `/api/reports/progressives?${string}` ? MeterReport[] :
  P extends `/api/watch/tables/${string}/verify` | `/api/watch/tables/${string}/verify?${string}` ? Verification :
  P extends `/api/tables/${string}/coach/tally` | `/api/tables/${string}/coach/tally?${string}` ? TallyNow :
  P extends `/api/tables/${string}/rounds/${string}/why` | `/api/tables/${string}/rounds/${string}/why?${string}` ? Explanation :
  P extends "/api/how-to-play/prices" | `/api/how-to-play/prices?${string}` ? HowToPlayPrices :
  P extends `/api/floor/tables/${string}/day` | `/api/floor/tables/${string}/day?${string}` ? FloorDay :
  P extends `/api/tables/${string}/house-way` | `/api/tables/${string}/house-way?${string}` ? HouseWay :
  P extends `/api/tables/${string}/provision` | `/api/tables/${string}/provision?${string}` ? Provision :
  P extends `/api/tables/${string}/console` | `/api/tables/${string}/console?${string}` ? ConsoleView :
  P extends `/api/tables/${string}/rounds/${string}` | `/api/tables/${string}/rounds/${string}?${string}` ? ClosedRound :
  P extends "/api/my-play/shares" | `/api/my-play/shares?${string}` ? SharedHand[] :
  P extends "/api/reports/ledger" | `/api/reports/ledger?${string}` ? Posting[] :
  P extends "/api/reports/tables" | `/api/reports/tables?${string}` ? TableDay[] :
  P extends "/api/lab/provision" | `/api/lab/provision?${string}` ? Provision :
  P extends "/api/my-play/coach" | `/api/my-play/coach?${string}` ? MyCoach :
  P extends "/api/asyncapi.json" | `/api/asyncapi.json?${string}` ? { [name: string]: any } :
  P extends `/api/tables/${string}/coach` | `/api/tables/${string}/coach?${string}` ? CoachAdvice | NotReady :
  P extends `/api/tables/${string}/purse` | `/api/tables/${string}/purse?${string}` ? Purse :
  P extends `/api/tables/${string}/rules` | `/api/tables/${string}/rules?${string}` ? TableRules :
  P extends `/api/submissions/${string}/${string}` | `/api/submissions/${string}/${string}?${string}` ? PermittedForm :
  P extends "/api/floor/tables" | `/api/floor/tables?${string}` ? FloorView :
  P extends "/api/lab/progress" | `/api/lab/progress?${string}` ? LabProgress :
  P extends "/api/lab/readings" | `/api/lab/readings?${string}` ? ReadingWorth[] :
  P extends "/api/lab/strategy" | `/api/lab/strategy?${string}` ? Strategy :
  P extends "/api/watch/search" | `/api/watch/search?${string}` ? FoundRounds :
  P extends "/api/watch/tables" | `/api/watch/tables?${string}` ? WatchedTable[] :
  P extends `/api/tables/${string}/felt` | `/api/tables/${string}/felt?${string}` ? TableFelt :
  P extends "/api/floor/games" | `/api/floor/games?${string}` ? OpenableGame[] :
  P extends "/api/how-to-play" | `/api/how-to-play?${string}` ? HowToPlay :
  P extends "/api/submissions" | `/api/submissions?${string}` ? SubmissionChapters :
  P extends "/api/lab/advice" | `/api/lab/advice?${string}` ? Advice :
  P extends "/api/lab/prices" | `/api/lab/prices?${string}` ? ReadingPrice[] :
  P extends "/api/lab/price" | `/api/lab/price?${string}` ? Bench :
  P extends "/api/equipment" | `/api/equipment?${string}` ? EquipmentRegister :
  P extends "/api/set-aside" | `/api/set-aside?${string}` ? SetAsideNotice[] :
  P extends `/api/replays/${string}/${string}` | `/api/replays/${string}/${string}?${string}` ? Replay :
  P extends "/api/lab/deal" | `/api/lab/deal?${string}` ? DealtCards :
  P extends "/api/lab/find" | `/api/lab/find?${string}` ? PayForTarget :
  P extends "/api/practice" | `/api/practice?${string}` ? PracticeOffer :
  P extends "/api/register" | `/api/register?${string}` ? RegisterPage :
  P extends "/api/requests" | `/api/requests?${string}` ? RequestsView :
  P extends "/api/factors" | `/api/factors?${string}` ? SecondFactors :
  P extends "/api/history" | `/api/history?${string}` ? HistoryRound[] :
  P extends "/api/my-play" | `/api/my-play?${string}` ? MyPlay :
  P extends "/api/session" | `/api/session?${string}` ? Session :
  P extends "/api/sign-in" | `/api/sign-in?${string}` ? SignInWays :
  P extends `/api/shared/${string}` | `/api/shared/${string}?${string}` ? Replay :
  P extends `/api/tables/${string}` | `/api/tables/${string}?${string}` ? View :
  P extends "/api/dealer" | `/api/dealer?${string}` ? DealerTables :
  P extends "/api/people" | `/api/people?${string}` ? PersonGrants[] :
  P extends "/api/rounds" | `/api/rounds?${string}` ? PlayedRound[] :
  P extends "/api/tables" | `/api/tables?${string}` ? TableLine[] :
  P extends "/api/floor" | `/api/floor?${string}` ? Lobby :
  P extends "/api/house" | `/api/house?${string}` ? HouseView :
  P extends "/api/lab" | `/api/lab?${string}` ? LabPage :
  any;

type PostAnswer<P extends string> =
  P extends `/api/floor/tables/${string}/irregularities` | `/api/floor/tables/${string}/irregularities?${string}` ? OrderGiven | SecondAsked :
  P extends "/api/session/passkey/options" | `/api/session/passkey/options?${string}` ? PasskeyChallenge :
  P extends `/api/floor/tables/${string}/equipment` | `/api/floor/tables/${string}/equipment?${string}` ? EquipmentPiece :
  P extends "/api/factors/passkeys/begin" | `/api/factors/passkeys/begin?${string}` ? PasskeyChallenge :
  P extends `/api/floor/tables/${string}/orders` | `/api/floor/tables/${string}/orders?${string}` ? OrderGiven :
  P extends `/api/watch/tables/${string}/verify` | `/api/watch/tables/${string}/verify?${string}` ? Verification :
  P extends `/api/floor/tables/${string}/steps` | `/api/floor/tables/${string}/steps?${string}` ? OrderGiven :
  P extends "/api/factors/totp/begin" | `/api/factors/totp/begin?${string}` ? Authenticator :
  P extends `/api/equipment/${string}/inspect` | `/api/equipment/${string}/inspect?${string}` ? EquipmentPiece :
  P extends `/api/people/${string}/withdrawal` | `/api/people/${string}/withdrawal?${string}` ? CageMove :
  P extends `/api/requests/${string}/withdraw` | `/api/requests/${string}/withdraw?${string}` ? RequestLine :
  P extends "/api/submissions/check" | `/api/submissions/check?${string}` ? CheckedSubmission :
  P extends "/api/submissions/worth" | `/api/submissions/worth?${string}` ? SubmissionWorth :
  P extends `/api/equipment/${string}/remove` | `/api/equipment/${string}/remove?${string}` ? EquipmentPiece | EquipmentRequest :
  P extends `/api/requests/${string}/approve` | `/api/requests/${string}/approve?${string}` ? RequestLine :
  P extends `/api/requests/${string}/collect` | `/api/requests/${string}/collect?${string}` ? CollectedRequest :
  P extends "/api/factors/passkeys" | `/api/factors/passkeys?${string}` ? RecoveryCodes :
  P extends "/api/submissions/open" | `/api/submissions/open?${string}` ? ReadSubmission :
  P extends `/api/requests/${string}/refuse` | `/api/requests/${string}/refuse?${string}` ? RequestLine :
  P extends `/api/tables/${string}/commands` | `/api/tables/${string}/commands?${string}` ? Answer :
  P extends "/api/factors/options" | `/api/factors/options?${string}` ? PasskeyChallenge :
  P extends "/api/factors/removal" | `/api/factors/removal?${string}` ? RecoveryCodes :
  P extends "/api/practice/answer" | `/api/practice/answer?${string}` ? PracticeAnswer | NotReady :
  P extends "/api/session/passkey" | `/api/session/passkey?${string}` ? Entered :
  P extends `/api/equipment/${string}/move` | `/api/equipment/${string}/move?${string}` ? EquipmentPiece :
  P extends `/api/people/${string}/deposit` | `/api/people/${string}/deposit?${string}` ? CageMove :
  P extends `/api/tables/${string}/company` | `/api/tables/${string}/company?${string}` ? Company :
  P extends `/api/tables/${string}/console` | `/api/tables/${string}/console?${string}` ? Answer :
  P extends `/api/tables/${string}/readmit` | `/api/tables/${string}/readmit?${string}` ? TableId :
  P extends `/api/tables/${string}/setting` | `/api/tables/${string}/setting?${string}` ? Setting :
  P extends `/api/replays/${string}/${string}/share` | `/api/replays/${string}/${string}/share?${string}` ? ShareAddress :
  P extends "/api/session/second" | `/api/session/second?${string}` ? Entered :
  P extends `/api/tables/${string}/wagers` | `/api/tables/${string}/wagers?${string}` ? Placed :
  P extends "/api/practice/hand" | `/api/practice/hand?${string}` ? HandToDecide | NotReady :
  P extends "/api/administrator" | `/api/administrator?${string}` ? Name :
  P extends `/api/tables/${string}/draft` | `/api/tables/${string}/draft?${string}` ? DraftView :
  P extends `/api/tables/${string}/emote` | `/api/tables/${string}/emote?${string}` ? Done :
  P extends `/api/tables/${string}/ready` | `/api/tables/${string}/ready?${string}` ? Done :
  P extends `/api/tables/${string}/speed` | `/api/tables/${string}/speed?${string}` ? Done :
  P extends "/api/factors/totp" | `/api/factors/totp?${string}` ? RecoveryCodes :
  P extends `/api/tables/${string}/seat` | `/api/tables/${string}/seat?${string}` ? Seated :
  P extends "/api/lab/compare" | `/api/lab/compare?${string}` ? Comparison :
  P extends "/api/invitations" | `/api/invitations?${string}` ? InvitationLink | RequestMade :
  P extends "/api/reset/name" | `/api/reset/name?${string}` ? Name :
  P extends "/api/invitation" | `/api/invitation?${string}` ? InvitedTo :
  P extends "/api/play-money" | `/api/play-money?${string}` ? Wallet :
  P extends "/api/equipment" | `/api/equipment?${string}` ? EquipmentPiece | EquipmentRequest :
  P extends "/api/password" | `/api/password?${string}` ? Name :
  P extends "/api/requests" | `/api/requests?${string}` ? RequestLine :
  P extends "/api/session" | `/api/session?${string}` ? Entered :
  P extends "/api/people" | `/api/people?${string}` ? PersonAdded :
  P extends "/api/school" | `/api/school?${string}` ? TableId :
  P extends "/api/tables" | `/api/tables?${string}` ? TableAsked :
  P extends "/api/guest" | `/api/guest?${string}` ? Name :
  P extends "/api/reset" | `/api/reset?${string}` ? Name :
  P extends "/api/post" | `/api/post?${string}` ? Post :
  any;

type PutAnswer<P extends string> =
  P extends `/api/people/${string}/relations/${string}` | `/api/people/${string}/relations/${string}?${string}` ? RelationDeclared | RequestMade :
  P extends `/api/people/${string}/identity` | `/api/people/${string}/identity?${string}` ? IdentityLinked | RequestMade :
  P extends `/api/people/${string}/roles/${string}` | `/api/people/${string}/roles/${string}?${string}` ? RoleChanged | RequestMade :
  P extends "/api/password" | `/api/password?${string}` ? PasswordChanged :
  any;

// What a request is answered with; of an address that is only known when it is asked, anything.
export type AnswerTo<M extends string, P extends string> = string extends P ? any : M extends "DELETE" ? DeleteAnswer<P> : M extends "GET" ? GetAnswer<P> : M extends "POST" ? PostAnswer<P> : M extends "PUT" ? PutAnswer<P> : any;
