export { AlumniSearchActions } from './export-dialog.tsx'
export { AlumniResults } from './results.tsx'
