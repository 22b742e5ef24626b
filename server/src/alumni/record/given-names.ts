import { readFileSync } from 'node:fs'

const formalNames: Record<string, string[]> = {}
for (const line of readFileSync(new URL('nicknames.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [formalName, ...nicknamesOfName] = line.split(',')
  for (const nickname of nicknamesOfName) (formalNames[nickname] ??= []).push(formalName!)
}

/** Maps folded nicknames to formal names, as JSON for `given_name_keys`: `{ "bob": ["robert"] }`. */
export const nicknames = JSON.stringify(formalNames)
