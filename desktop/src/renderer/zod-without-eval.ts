import { config } from 'zod'

// Must be imported first. Otherwise, zod would call `new Function`, which the content security policy reports.
config({ jitless: true })
