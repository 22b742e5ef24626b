/** The renderer's own origin. */
export const appScheme = 'app'
export const appOrigin = `${appScheme}://staff`
