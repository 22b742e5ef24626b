export const appScheme = 'app'
export const appOrigin = `${appScheme}://staff`
export const connectionPath = '/connection'
