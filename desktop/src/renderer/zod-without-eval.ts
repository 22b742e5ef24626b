import { config } from 'zod'

// Imported first: zod otherwise tries `new Function` when a schema is made, which the content policy reports.
config({ jitless: true })
