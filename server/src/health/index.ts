export { reportProcess } from './report-process.ts'
export { healthRoutes } from './routes.ts'
export { sayLetter } from './words.ts'
