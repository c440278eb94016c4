first
<#include "part.ftl">
