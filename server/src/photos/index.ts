export { knownPhoto } from './known-photo.ts'
export { photoRoutes } from './routes.ts'
