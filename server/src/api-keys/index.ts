export { identifyApiKeys, keyOf, needsApiKey } from './identify.ts'
export { apiKeyRoutes } from './routes.ts'
