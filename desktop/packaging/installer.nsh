; Windows offers the app under "Open with" for .csv; whatever opens these files stays what it was.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\AlumniRelations.csv" "" "CSV file"
  WriteRegStr SHCTX "Software\Classes\AlumniRelations.csv\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHCTX "Software\Classes\.csv\OpenWithProgids" "AlumniRelations.csv" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\AlumniRelations.csv"
  DeleteRegValue SHCTX "Software\Classes\.csv\OpenWithProgids" "AlumniRelations.csv"
!macroend
