export { displayName, nameColumns, type NameParts } from './display-name.ts'
export { alumniRoutes } from './routes.ts'
