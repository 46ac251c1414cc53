Feature: cli, the cordon command

  Scenario: CLI-001 help lists every command
    When cordon is run with --help
    Then every command is listed with its summary, none is loaded, and the exit code is 0

  Scenario: CLI-002 a wrong command line is refused in one line
    Given an unknown command or option
    When cordon is run with it
    Then stderr holds one line, stdout nothing, and the exit code is 2

  Scenario: CLI-003 the command runs as a process
    When the bin is started
    Then it answers on its streams and sets the exit code
