/** Node's HTTP module. An `import` reads each of its names, and one of them loads all of fetch: 16 MB a process. */
export const http = process.getBuiltinModule('node:http')
