Feature: The house keeps its shape

  Scenario: ARC-01 the set of packages is the one that was designed
    Given the folders below packages/
    Then they are exactly the packages of the design

  Scenario: ARC-02 packages depend on each other only as drawn
    Given every manifest and every import below packages/*/src
    Then each package names and imports only the packages its row allows

  Scenario: ARC-03 the web entries reach no Node built-in
    Given the root entries of nonce, sanitize, prompt, personas and orchestrator
    When their relative imports are followed to the end
    Then no file imports a node: module

  Scenario: ARC-04 the environment is read in one place
    Then only the command line and the demo read environment variables

  Scenario: ARC-05 the README shows what the demo prints
    Given the output block of the README
    Then every line of it is a line that the demo prints today

  Scenario: ARC-06 the README of a package lists what it exports
    Given every name that the entries of a package export, types included
    Then its README names each under API
    And a function, class or type that is named there is an export of some package

  Scenario: ARC-07 the examples of the pages run and print what is shown
    Given the blocks of the READMEs and of the pages on fences and on tests that import a package
    When each is run alone
    Then it prints what the page shows, but for nonces, tokens and hashes

  Scenario: ARC-08 what several packages need is the same in each
    Given the sources assert-*.ts and yaml-fault.ts of all packages, of which each has its own copies
    Then those of one name are one text

  Scenario: ARC-09 a misspelt option is named
    Given options with a name that no option has, in each package that takes options
    When they are handed over
    Then a TypeError says the name, unless no program would call an option that, and the names that there are

  Scenario: ARC-10 the scenario gate sees what it is for
    Given scenarios and the tests of a run
    When an id is declared twice, proved by no passing test, cited without being declared, or missing
    Then the gate names it
