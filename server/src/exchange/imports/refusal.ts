/** A file that cannot be taken, or a run that cannot go on, for a reason that a person can act on. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
