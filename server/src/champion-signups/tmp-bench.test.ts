import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadDemoData } from '../demo/load-demo-data.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { database, stan, db, signUp } = await buildSignupStory()
test('bench', async () => {
  await loadDemoData(database.owner, { alumni: 100_000, engagements: 300_000, replace: true } as never)
  const { id } = await signUp({
    first_name: 'James',
    last_name: 'Smith',
    former_last_name: 'Johnson',
    phone: '617 555 0104',
    degree_year: 2001,
    zip_code: '02118',
    email: 'peggy+family@example.net',
  })
  await sql`insert into activity_events (type, signup_id, occurred_at) select 'signin_completed', g % 1000 + 1, now() - g * interval '1 minute' from generate_series(1, 1000000) g`.execute(
    db(),
  )
  await sql`insert into activity_events (type, signup_id, occurred_at) select 'signin_completed', ${id}, now() - g * interval '1 minute' from generate_series(1, 10000) g`.execute(
    db(),
  )
  await sql`insert into champion_signups (email, first_name, last_name, status) select 'x' || g || '@example.org', 'A', 'B', 'started' from generate_series(1, 100000) g`.execute(
    db(),
  )
  await stan.get(`/champion_signups/${id}/suggestions`)
  for (const what of ['', '/suggestions', '/timeline', '/timeline?page=400']) {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const t = performance.now()
      const reply = await stan.get(`/champion_signups/${id}${what}`)
      times.push(performance.now() - t)
      expect(reply.statusCode).toBe(200)
    }
    console.log('BENCH', what, times.map((t) => Math.round(t)).join(' '))
  }
}, 600_000)
