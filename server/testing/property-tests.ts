import fc from 'fast-check'
import { rounds, seed } from './soak.ts'

// With a constant seed, `npm test` does not fail by chance.
fc.configureGlobal({ seed, numRuns: rounds(200, 4000) })
