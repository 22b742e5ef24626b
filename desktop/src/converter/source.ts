/** A file that is read from its beginning, as often as it takes. `open` throws `Refused` when it cannot be read. */
export type Source = { name: string; size: number; open(): AsyncIterable<Uint8Array> }

/** Why a file cannot be converted, as a sentence for the person. */
export class Refused extends Error {}

/** The person has stopped it. */
export class Cancelled extends Error {}
