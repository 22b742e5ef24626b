// Loaded before a program: Node saves what it has compiled, types already stripped, for the next start. One that finds it
// there loads no compiler for TypeScript. Threads and child processes read the folder's name in the environment.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)
