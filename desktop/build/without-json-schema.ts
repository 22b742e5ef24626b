import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Zod's JSON Schema modules, which no page uses. */
const jsonSchemaModules = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Omits these modules from the app's script, which saves 4 KB. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    load: {
      filter: { id: jsonSchemaModules },
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
