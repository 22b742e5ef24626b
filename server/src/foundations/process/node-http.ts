/** Node's HTTP module. An `import` would evaluate all its exports and load fetch, which needs 16 MB per process. */
export const http = process.getBuiltinModule('node:http')
