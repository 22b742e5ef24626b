const neededInProduction = ['SESSION_SECRET', 'DATABASE_URL', 'PUBLIC_URL', 'CHAMPIONS_URL', 'TRUST_PROXY'] as const

/** Variables that are missing beside others, or have no place there. */
export function contradictionsIn(env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  if (env.NODE_ENV === 'production') {
    problems.push(
      ...neededInProduction.filter((name) => !env[name]?.trim()).map((name) => `${name} is required in production`),
    )
    if (env.DEMO_PASSWORD) problems.push('DEMO_PASSWORD has no place in production: there are no demo accounts')
  }
  if (Boolean(env.GOOGLE_CLIENT_ID?.trim()) !== Boolean(env.GOOGLE_CLIENT_SECRET?.trim())) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither')
  }
  problems.push(...monitorProblems(env))
  problems.push(...databaseProblems(env))
  return problems
}

function monitorProblems({ MONITOR_PORT, MONITOR_HOST, PORT }: NodeJS.ProcessEnv): string[] {
  if (!MONITOR_PORT?.trim()) return MONITOR_HOST?.trim() ? ['MONITOR_HOST needs MONITOR_PORT beside it'] : []
  const isSame = Number(MONITOR_PORT) > 0 && Number(MONITOR_PORT) === Number(PORT?.trim() || 3000)
  return isSame ? ['MONITOR_PORT must be another port than PORT'] : []
}

function databaseProblems(env: NodeJS.ProcessEnv): string[] {
  const has = (name: string) => Boolean(env[name]?.trim())
  const problems = ['MIGRATION_DATABASE_URL', 'DATABASE_POOLER']
    .filter((name) => has(name) && !has('DATABASE_URL'))
    .map((name) => `${name} needs DATABASE_URL beside it`)
  if (!has('DATABASE_POOLER'))
    return has('DIRECT_DATABASE_URL') ? [...problems, 'DIRECT_DATABASE_URL needs DATABASE_POOLER beside it'] : problems
  if (!has('DIRECT_DATABASE_URL'))
    problems.push(
      'DATABASE_POOLER needs DIRECT_DATABASE_URL beside it, the login of DATABASE_URL at PostgreSQL itself: a pooler passes no notices on',
    )
  else if (loginOf(env.DIRECT_DATABASE_URL) !== loginOf(env.DATABASE_URL))
    problems.push('DIRECT_DATABASE_URL must have the login of DATABASE_URL')
  if (!has('MIGRATION_DATABASE_URL') || loginOf(env.MIGRATION_DATABASE_URL) === loginOf(env.DATABASE_URL))
    problems.push(
      'DATABASE_POOLER needs MIGRATION_DATABASE_URL beside it with another login, the schema’s owner: that of DATABASE_URL begins every session as alumni_app',
    )
  return problems
}

function loginOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) ? new URL(url).username : undefined
}
