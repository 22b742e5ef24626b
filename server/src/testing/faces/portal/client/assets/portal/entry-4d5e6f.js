console.log('portal')
