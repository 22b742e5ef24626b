export { reportProcess } from './report-process.ts'
export { healthRoutes } from './routes.ts'
