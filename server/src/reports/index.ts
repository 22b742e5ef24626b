export { reportRoutes } from './routes.ts'
export { searchForReports } from './search.ts'
