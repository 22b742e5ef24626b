/** What keeps a program from its database, as a sentence. */
export class NoDatabase extends Error {}
