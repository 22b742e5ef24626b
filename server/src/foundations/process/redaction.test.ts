import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'

const secrets = {
  password: 'four violet harbour lanterns',
  token: 'a-token-of-peggy',
  email: 'peggy@example.edu',
  to: 'peggy@example.edu',
  cookie: 'session=stan',
  authorization: 'Bearer stan',
  url: '/alumni_search?q=maria',
  query: { q: 'maria' },
  body: { name: 'Maria' },
  headers: { 'x-name': 'Maria' },
  key: 'a-key-of-ada',
}

test.each([
  ['beside a message', secrets],
  ['in the details of a letter or a request', { letter: { id: 7, ...secrets } }],
])('addresses, names and secrets %s are not logged', (_, fields) => {
  const lines: string[] = []
  createLog(readConfig({}), { write: (line) => void lines.push(line) }).info(fields, 'told')
  expect(lines).toEqual([expect.stringContaining('[redacted]')])
  expect(lines[0]).not.toMatch(/peggy|maria|stan|ada|lanterns/i)
})
