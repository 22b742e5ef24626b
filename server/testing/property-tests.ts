import fc from 'fast-check'
import { rounds, seed } from './soak.ts'

// The constant seed keeps `npm test` from failing by chance.
fc.configureGlobal({ seed, numRuns: rounds(200, 4000) })
