import { config } from 'zod'

// Imported first, because zod otherwise calls `new Function`, which the content security policy reports.
config({ jitless: true })
