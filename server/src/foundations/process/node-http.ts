/** Node's HTTP module, without `import`, which reads all its names and thereby loads fetch: 16 MB per process. */
export const http = process.getBuiltinModule('node:http')
