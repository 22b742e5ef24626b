/** Why something about backups was not done, as a sentence for people. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
