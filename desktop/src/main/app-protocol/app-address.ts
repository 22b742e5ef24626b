/** The renderer's own origin. */
export const appScheme = 'app'
export const appOrigin = `${appScheme}://staff`
/** The page on which a server is chosen. */
export const connectionPath = '/connection'
