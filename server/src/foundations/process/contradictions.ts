const requiredInProduction = ['SESSION_SECRET', 'DATABASE_URL', 'PUBLIC_URL', 'CHAMPIONS_URL', 'TRUST_PROXY'] as const

/** Describes variables that are missing in production or contradict each other. */
export function findContradictions(env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  if (env.NODE_ENV === 'production') {
    problems.push(
      ...requiredInProduction.filter((name) => !env[name]?.trim()).map((name) => `${name} is required in production`),
    )
    if (env.DEMO_PASSWORD) problems.push('DEMO_PASSWORD has no place in production: there are no demo accounts')
  }
  if (Boolean(env.GOOGLE_CLIENT_ID?.trim()) !== Boolean(env.GOOGLE_CLIENT_SECRET?.trim())) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: set both or neither')
  }
  problems.push(...findMonitorProblems(env))
  if (env.MIGRATION_DATABASE_URL?.trim() && !env.DATABASE_URL?.trim())
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL beside it')
  return problems
}

function findMonitorProblems({ MONITOR_PORT, MONITOR_HOST, PORT }: NodeJS.ProcessEnv): string[] {
  if (!MONITOR_PORT?.trim()) return MONITOR_HOST?.trim() ? ['MONITOR_HOST needs MONITOR_PORT beside it'] : []
  const isSame = Number(MONITOR_PORT) > 0 && Number(MONITOR_PORT) === Number(PORT?.trim() || 3000)
  return isSame ? ['MONITOR_PORT must be another port than PORT'] : []
}
