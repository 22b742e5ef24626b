import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Zod's files that describe schemas as JSON Schema: each schema has a method for it, which no page calls. */
const left = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Leaves them out of the app's script, which they would make 4 KB longer on the wire. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    load: {
      filter: { id: left },
      handler(id) {
        const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
          ([, name]) => name,
        )
        return `const leftOut = () => () => { throw new Error('The staff app describes no schema as JSON Schema.') }
export { ${names.map((name) => `leftOut as ${name}`).join(', ')} }`
      },
    },
  }
}
