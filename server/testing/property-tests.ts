import fc from 'fast-check'
import { rounds, seed } from './soak.ts'

// `npm test` tries the same cases each time, so that it never fails by chance.
fc.configureGlobal({ seed, numRuns: rounds(200, 4000) })
