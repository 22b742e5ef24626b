/** The database cannot be used, for the reason in the message. */
export class NoDatabase extends Error {}

/** The database cannot be used until another process acts. */
export class NotYet extends NoDatabase {}
