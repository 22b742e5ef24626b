console.log('staff app')
