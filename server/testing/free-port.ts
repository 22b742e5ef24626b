export { freePort } from '../src/foundations/process/free-port.ts'
