/** The epoch store of voters: a chain of records that a majority of them keeps, on Apache Ratis. */
package dev.baton.voter;
