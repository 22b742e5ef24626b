// Loaded before a program. Node caches compiled code without types, so that later starts do not load the TypeScript
// compiler. Threads and child processes read the name of the folder from the environment.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)
