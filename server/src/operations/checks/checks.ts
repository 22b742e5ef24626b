import type { Check } from './check.ts'
import { connections, database, rights, upgrade, version } from './database-checks.ts'
import { mail, proxy, redis } from './network-checks.ts'
import { sender } from './sender-check.ts'
import { backup, databaseDisk, disk, secrets, storage } from './storage-checks.ts'
import { clocks, institution, jobs, letters, load, memory, search, servers, workers } from './work-checks.ts'

export const checks = {
  database,
  version,
  rights,
  connections,
  upgrade,
  clocks,
  servers,
  load,
  workers,
  jobs,
  search,
  letters,
  mail,
  sender,
  proxy,
  redis,
  storage,
  disk,
  databaseDisk,
  backup,
  secrets,
  memory,
  institution,
} satisfies Record<string, Check>
