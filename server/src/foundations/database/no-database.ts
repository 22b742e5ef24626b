/** The reason why a program has no database, as a sentence. */
export class NoDatabase extends Error {}

/** Someone else has to do something first, and is waited for. */
export class NotYet extends NoDatabase {}
