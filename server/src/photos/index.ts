export { makeFiles } from './make-files.ts'
export { knownPhoto } from './known-photo.ts'
export { photoRoutes } from './routes.ts'
