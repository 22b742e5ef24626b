export { Alert as Sentence } from './alert.tsx'
